"""Verifies one stream of the journal from pages of the API, by docs/journal.md: python3 verify_journal.py FILE

FILE holds a JSON list of pages, or one page.
"""

import hashlib
import json
import sys


def canonical(value):
    """RFC 8785, for values without fractions."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(inner) for name, inner in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(inner) for inner in value) + "]"
    if isinstance(value, float):
        raise ValueError("a fraction in the journal")
    return json.dumps(value, ensure_ascii=False)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def verify(pages):
    seq, position, stream, redacted, prev = 0, 0, None, 0, bytes(32)
    for entry in (entry for page in pages for entry in page["data"]):
        header = entry["header"]
        place = f"stream {header['stream']}, entry {header['seq']}"
        if header["seq"] != seq + 1:
            raise SystemExit(f"{place}: entry {seq + 1} is missing")
        if header["position"] <= position or stream not in (None, header["stream"]):
            raise SystemExit(f"{place}: it does not belong here")
        if bytes.fromhex(entry["prev"]) != prev:
            raise SystemExit(f"{place}: it does not follow from the hash before it")
        digest = bytes.fromhex(entry["payload_digest"])
        if ("payload" in entry) != ("salt" in entry):
            raise SystemExit(f"{place}: payload and salt must go together")
        if "payload" not in entry:
            redacted += 1
        elif sha256(bytes.fromhex(entry["salt"]), canonical(entry["payload"]).encode()) != digest:
            raise SystemExit(f"{place}: the payload does not fit its digest")
        prev = sha256(prev, canonical(header).encode(), digest)
        if bytes.fromhex(entry["hash"]) != prev:
            raise SystemExit(f"{place}: the header does not fit the hash")
        seq, position, stream = header["seq"], header["position"], header["stream"]
    head = pages[-1]["head"]
    if (head["seq"], bytes.fromhex(head["hash"])) != (seq, prev):
        raise SystemExit(f"stream {stream}: the last entry is not the head")
    print(f"{stream}: {seq} entries, {redacted} redacted, head {prev.hex()}")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        content = json.load(file)
    verify(content if isinstance(content, list) else [content])
