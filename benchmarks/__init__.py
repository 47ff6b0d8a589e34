"""What the course says about speed, measured: ratios of two ways, side by side in one run."""
