import json
import subprocess
import unittest
import urllib.request

import orders


def setUpModule():
    """One server for all tests. It prints its address when it is ready."""
    global server, url
    command = ["node_modules/.bin/standin", "start", "--port", "0", "--clock", "frozen", "--json"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    url = json.loads(server.stdout.readline())["url"]


def tearDownModule():
    server.terminate()
    server.wait()
    server.stdout.close()


class Orders(unittest.TestCase):
    def setUp(self):
        """Each test has a world of its own."""
        self.world = f"{url}/worlds/{self._testMethodName.replace('_', '-')}"
        self.token = self.control("POST", "tokens", {"org": "ttd"})["token"]

    def control(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.world}/_standin/{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def test_an_email_is_sent(self):
        orders.send(self.world, self.token, "case-1", "someone@example.org", "Hello")
        self.control("POST", "clock/advance", {"by": "PT1M"})
        messages = self.control("GET", "outbox")["messages"]
        self.assertEqual([(each["to"], each["body"]) for each in messages], [("someone@example.org", "Hello")])

    def test_a_repeated_order_is_the_same(self):
        first = orders.send(self.world, self.token, "case-1", "someone@example.org", "Hello")
        self.assertEqual(orders.send(self.world, self.token, "case-1", "someone@example.org", "Hello"), first)

    def test_an_outage_has_a_code(self):
        self.control("PUT", "scenarios/unavailable/active")
        with self.assertRaises(orders.Refused) as refused:
            orders.send(self.world, self.token, "case-1", "someone@example.org", "Hello")
        self.assertEqual((refused.exception.status, refused.exception.code), (503, "NOT-00004"))
