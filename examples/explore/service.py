"""Calls the service: with a token, with a time limit, and again where a call may succeed later. Python's standard library is all it needs."""

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
    """The connection broke. `received` is what had arrived."""

    def __init__(self, received=b""):
        super().__init__("No answer arrives.")
        self.received = received


class Answer:
    """What the service answered. `body` is bytes."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


def attempt(method, path, token=None, body=None, headers=None):
    """One call. Raises Broken, with the bytes that arrived before."""
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
    """The seconds that Retry-After of an answer asks for. It holds seconds or a date, which counts from Date of the same answer."""
    asked = answer.headers.get("Retry-After") if answer else None
    if not asked or asked.isdigit():
        return float(asked or 0)
    until, date = (email.utils.parsedate_to_datetime(each) for each in (asked, answer.headers.get("Date")))
    return (until - date).total_seconds()


def pause(nth, asked=0.0):
    """The waits grow, and have some chance in them. `asked`: the seconds that the answer asked for."""
    time.sleep(max(asked, 0.1 * 2**nth * random.uniform(1, 1.5)))


def repeat(call, is_readable=lambda _: True):
    """Calls until an answer is final. Raises Broken when the service does not answer for long."""
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
    """Calls for one organization."""

    def __init__(self, number, scope):
        self.number, self.scope, self.token = number, scope, None

    def new_token(self):
        query = urllib.parse.urlencode({"env": "tt02", "orgNo": self.number, "scopes": self.scope})
        self.token = repeat(lambda: attempt("GET", f"/api/GetEnterpriseToken?{query}")).body.decode()

    def once(self, method, path, body=None, headers=None):
        """One attempt, and a second one with a new token where the token has expired."""
        if not self.token:
            self.new_token()
        answer = attempt(method, path, self.token, body, headers)
        if answer.status == 401:
            self.new_token()
            answer = attempt(method, path, self.token, body, headers)
        return answer

    def call(self, method, path, body=None, kind="application/json"):
        """Repeats what may succeed later. A dictionary is sent as JSON."""
        sent = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {} if sent is None else {"Content-Type": kind}
        return repeat(lambda: self.once(method, path, sent, headers), is_json)
