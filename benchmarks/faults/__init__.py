"""The same faults graded by stock nbgrader and by this course: `make bench-faults`."""
