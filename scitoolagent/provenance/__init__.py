"""What a run leaves for others: research-object crates, notebooks, scripts, and a replay that compares."""
