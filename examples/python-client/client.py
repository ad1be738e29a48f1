"""The code under test: orders an email with a reminder, and sends a file. Needs only Python's standard library."""

import http.client
import json
import urllib.error
import urllib.request


class Refused(Exception):
    """The service refused a call. `code` is the refusal's code, `retry_after` the number of seconds to wait before the next call."""

    def __init__(self, status, code, retry_after):
        super().__init__(f"{status} {code}")
        self.status, self.code, self.retry_after = status, code, retry_after


def place_order(service, token, order_id, email):
    """Returns the shipment id. A week later, the service sends a reminder. Another call with the same order_id sends nothing new."""
    recipient = {"recipientEmail": {"emailAddress": email, "emailSettings": {"subject": "A message", "body": "Please read it."}}}
    order = {"idempotencyId": order_id, "recipient": recipient, "reminders": [{"delayDays": 7, "recipient": recipient}]}
    for attempt in range(3):
        try:
            reply = _call("POST", f"{service}/future/orders", token, json.dumps(order).encode(), "application/json")
            return json.loads(reply)["notification"]["shipmentId"]
        except (ConnectionError, http.client.HTTPException):
            # The order may exist. The same idempotencyId makes retrying safe.
            if attempt == 2:
                raise


def send_file(service, token, name, content, recipient):
    """Returns the file transfer id."""
    files = f"{service}/broker/api/v1/filetransfer"
    transfer = {
        "fileName": name,
        "resourceId": "my-resource",
        "sendersFileTransferReference": name,
        "sender": "0192:312345676",
        "recipients": [recipient],
    }
    file_id = json.loads(_call("POST", files, token, json.dumps(transfer).encode(), "application/json"))["fileTransferId"]
    _call("POST", f"{files}/{file_id}/upload", token, content, "application/octet-stream")
    return file_id


def is_published(service, token, file_id):
    """Returns False while the file is being scanned. Raises ValueError if the scan rejects the file."""
    found = json.loads(_call("GET", f"{service}/broker/api/v1/filetransfer/{file_id}", token))
    if found["fileTransferStatus"] == "Failed":
        raise ValueError(found["fileTransferStatusText"])
    return found["fileTransferStatus"] == "Published"


def _call(method, url, token, body=None, kind=None):
    headers = {"Authorization": f"Bearer {token}"}
    if kind:
        headers["Content-Type"] = kind
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=30) as reply:
            return reply.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            problem = json.loads(refusal.read() or b"{}")
            raise Refused(refusal.code, problem.get("code"), int(refusal.headers.get("Retry-After", 0))) from None
