"""Runs the generated Python client against a server: reads, a refusal, a page walk, the change feed."""

import sys

from python_client import Client
from python_client.api.changes import list_changes
from python_client.api.championships import get_championship, list_championships
from python_client.api.federations import get_federation, list_federations, put_federation
from python_client.models import FederationInput, FederationPage, Problem


def main(base):
    api = Client(base_url=base, raise_on_unexpected_status=True)

    codes, cursor = [], None
    while True:
        page = list_federations.sync(client=api, limit=100, **({"cursor": cursor} if cursor else {}))
        assert isinstance(page, FederationPage), page
        codes += [federation.code for federation in page.data]
        cursor = page.next_cursor or None
        if not cursor:
            break
    assert len(codes) == len(set(codes)) >= 200, len(codes)

    ussr = get_federation.sync(client=api, federation="URS")
    assert ussr.name == "Soviet Union" and ussr.version >= 1, ussr

    refused = put_federation.sync(client=api, federation="XYZ", body=FederationInput(name="x"))
    assert isinstance(refused, Problem) and refused.code == "token_missing", refused

    missing = get_championship.sync(client=api, championship="chp_" + "0" * 32)
    assert isinstance(missing, Problem) and missing.code == "not_found", missing

    assert list_championships.sync(client=api).data == []
    changes = list_changes.sync(client=api, limit=10)
    assert len(changes.data) == 10, changes
    print(f"python client: {len(codes)} federations, problems decoded, feed read")


main(sys.argv[1])
