"""Phones and riders that use servers which are killed, and remember what was acknowledged."""

import random
import threading
import time

from diary_server import START, bearer, overland

# A rider saves as many connections, then another one begins; the server allows some more.
CONNECTIONS = 40


def stamp(moment):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(moment))


class Client(threading.Thread):
    """A client that goes on until it is stopped, and repeats what was not acknowledged."""

    def __init__(self, number, servers, pause):
        super().__init__(daemon=True)
        self.number, self.servers, self.pause = number, servers, pause
        self.draw = random.Random(number)
        # Statuses other than those of an outage.
        self.refusals = []
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.is_set():
            self.act()
            self.is_over.wait(self.pause)

    def anywhere(self, method, path, body, token, expected):
        """Asks one server, and the next if it does not answer, as a proxy does; None if none answers as expected."""
        for server in self.draw.sample(self.servers, len(self.servers)):
            status, answer = server.ask(method, path, body, bearer(token) if token else None)
            if status == expected:
                return answer
            if status not in (None, 503):
                self.refusals.append(status)
        return None

    def stop(self):
        self.is_over.set()
        self.join(60)


class Phone(Client):
    """A phone that uploads its fixes."""

    def __init__(self, number, token, servers, pause):
        super().__init__(number, servers, pause)
        self.token = token
        self.moment = START + number
        self.acknowledged = set()

    def act(self):
        count = self.draw.choice([1, 1, 3, 20])
        moments = range(self.moment, self.moment + 10 * count, 10)
        self.moment += 10 * count
        while not self.send(moments) and not self.is_over.wait(0.1):
            pass

    def send(self, moments):
        answer = self.anywhere("POST", "/overland", overland(moments), self.token, 200)
        if answer is None or answer.get("result") != "ok":
            return False
        self.acknowledged |= {stamp(moment) for moment in moments}
        return True


class Rider(Client):
    """Riders, one after another, who each save some connections."""

    def __init__(self, number, servers, pause):
        super().__init__(1000 + number, servers, pause)
        # The ids of what was acknowledged, by the rider's token.
        self.acknowledged = {}
        self.token = None

    def act(self):
        if self.token is None or len(self.acknowledged[self.token]) >= CONNECTIONS:
            answer = self.anywhere("POST", "/api/v1/riders", {"language": "en"}, None, 201)
            if answer is None:
                return
            self.token = answer["token"]
            self.acknowledged[self.token] = set()
        latitude = 47 + len(self.acknowledged[self.token]) / 1000
        answer = self.anywhere("POST", "/api/v1/rider/connections", {
            "from": {"name": "Harbour", "latitude": latitude, "longitude": 8.0},
            "to": {"name": "Library", "latitude": 47.1, "longitude": 8.1}, "routes": []}, self.token, 201)
        if answer is not None:
            self.acknowledged[self.token].add(answer["id"])

    def count(self):
        return sum(map(len, self.acknowledged.values()))

    def missing(self, server):
        """What was acknowledged and a server does not have, and how much it has."""
        missing, found = [], 0
        for token, ids in list(self.acknowledged.items()):
            status, answer = server.ask("GET", "/api/v1/rider/connections", headers=bearer(token))
            listed = {one["id"] for one in answer} if status == 200 else set()
            found += len(listed)
            missing += ids - listed
        return missing, found
