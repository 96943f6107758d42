"""Signs in as the administrator of a demo server, whose log names the password, and prints the token."""

import json
import re
import sys
import urllib.parse
import urllib.request

base, log = sys.argv[1:]
with open(log, encoding="utf-8") as lines:
    found = re.search(r"^ +administrator +(\S+) +(.+?) *$", lines.read(), re.MULTILINE)
form = {"grant_type": "password", "client_id": "teamchess", "username": found[1], "password": found[2]}
with urllib.request.urlopen(f"{base}/oauth/token", urllib.parse.urlencode(form).encode()) as answer:
    print(json.load(answer)["access_token"])
