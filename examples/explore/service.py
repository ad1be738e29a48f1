"""Calls the service with a token and a timeout, and retries calls that may succeed later. Needs only Python's standard library."""

import email.utils
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request

SERVICE = os.environ.get("STANDIN_URL", "http://127.0.0.1:4300")
FILES = "/broker/api/v1/filetransfer"
ATTEMPTS, TIME_LIMIT = 6, 5
PASSING = (408, 425, 429, 499)


class Broken(Exception):
    """The connection was lost. `received` contains the bytes that had arrived."""

    def __init__(self, received=b""):
        super().__init__("No answer arrives.")
        self.received = received


class Answer:
    """A reply. `body` is bytes."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


def attempt(method, path, token=None, body=None, headers=None):
    """Makes a single call. Raises Broken, with the bytes received so far."""
    sent = dict(headers or {})
    if token:
        sent["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(SERVICE + path, body, sent, method=method)
    try:
        reply = urllib.request.urlopen(request, timeout=TIME_LIMIT)
    except urllib.error.HTTPError as refusal:
        reply = refusal
    except (OSError, http.client.HTTPException):
        raise Broken() from None
    received = b""
    try:
        with reply:
            while part := reply.read1(65536):
                received += part
        announced = reply.headers.get("Content-Length")
        if announced is not None and len(received) < int(announced):
            raise Broken(received)
    except http.client.IncompleteRead as broken:
        raise Broken(received + broken.partial) from None
    except (OSError, http.client.HTTPException):
        raise Broken(received) from None
    return Answer(reply.status, reply.headers, received)


def asked_of(answer):
    """Parses Retry-After, which is in seconds or a date. A date is relative to the reply's Date header."""
    asked = answer.headers.get("Retry-After") if answer else None
    if not asked or asked.isdigit():
        return float(asked or 0)
    until, date = (email.utils.parsedate_to_datetime(each) for each in (asked, answer.headers.get("Date")))
    return (until - date).total_seconds()


def pause(nth, asked=0.0):
    """Exponential backoff with jitter. `asked`: the reply's Retry-After, in seconds."""
    time.sleep(max(asked, 0.1 * 2**nth * random.uniform(1, 1.5)))


def repeat(call, is_readable=lambda _: True):
    """Retries until a reply is final. Raises Broken if the service does not answer for too long."""
    for nth in range(ATTEMPTS):
        answer = None
        try:
            answer = call()
        except Broken:
            pass
        if answer and answer.status not in PASSING and answer.status < 500 and is_readable(answer):
            return answer
        if nth + 1 < ATTEMPTS:
            pause(nth, asked_of(answer))
    raise Broken()


def is_json(answer):
    try:
        answer.json()
        return True
    except ValueError:
        return not answer.body


class Party:
    """Makes calls for one organization."""

    def __init__(self, number, scope):
        self.number, self.scope, self.token = number, scope, None

    def new_token(self):
        query = urllib.parse.urlencode({"env": "tt02", "orgNo": self.number, "scopes": self.scope})
        self.token = repeat(lambda: attempt("GET", f"/api/GetEnterpriseToken?{query}")).body.decode()

    def once(self, method, path, body=None, headers=None):
        """Makes one attempt, and a second one with a new token if the token has expired."""
        if not self.token:
            self.new_token()
        answer = attempt(method, path, self.token, body, headers)
        if answer.status == 401:
            self.new_token()
            answer = attempt(method, path, self.token, body, headers)
        return answer

    def call(self, method, path, body=None, kind="application/json"):
        """Retries calls that may succeed later. A dictionary is sent as JSON."""
        sent = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {} if sent is None else {"Content-Type": kind}
        return repeat(lambda: self.once(method, path, sent, headers), is_json)
