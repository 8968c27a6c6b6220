// The stand-in answers without a worker.
