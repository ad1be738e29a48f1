"""The code under test: orders an email. Python's standard library is all it needs."""

import json
import urllib.error
import urllib.request


class Refused(Exception):
    """The service refused an order. `code` is the code of the refusal."""

    def __init__(self, status, code):
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


def send(service, token, order_id, email, text):
    """Returns the id of the shipment. A second call with the same order_id sends nothing new."""
    settings = {"subject": "A message", "body": text}
    order = {"idempotencyId": order_id, "recipient": {"recipientEmail": {"emailAddress": email, "emailSettings": settings}}}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{service}/future/orders", json.dumps(order).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)["notification"]["shipmentId"]
    except urllib.error.HTTPError as refusal:
        with refusal:
            raise Refused(refusal.code, json.load(refusal).get("code")) from None
