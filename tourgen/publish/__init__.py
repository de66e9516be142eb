"""`tourgen publish`: a repository that publishes itself, and what its workflow runs."""
