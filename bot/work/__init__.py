"""What jobs do: each module is one kind of job, from its payload to what is posted."""
