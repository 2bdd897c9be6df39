"""What a controller tells over HTTP."""
import http.client
import json

from failure import Failure


def read(controller, path):
    connection = http.client.HTTPConnection("127.0.0.1", controller.metrics, timeout=30)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        told = answer.read()
        if answer.status != 200:
            raise Failure(f"the controller answered {path} with {answer.status}")
        return told.decode()
    except OSError as problem:
        raise Failure(f"the controller did not answer {path}: {problem}\n{controller.tail()}") from None
    finally:
        connection.close()


def read_json(controller, path):
    return json.loads(read(controller, path))


def read_metric(controller, name):
    """The series of this name: their labels as they are written, and their values."""
    for line in read(controller, "/metrics").splitlines():
        if line.startswith((name + "{", name + " ")):
            labels, value = line[len(name):].rsplit(" ", 1)
            yield labels, float(value)
