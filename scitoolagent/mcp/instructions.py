"""What the server says of itself; apart from its tools, whose schemas take longer to load than a handshake may."""

INSTRUCTIONS = (
    "Answers scientific questions (chemistry, biology, materials) with values that real tools computed. "
    "`ask` answers a question in plain language, or a typed request without any. To use single tools: `search_tools`, "
    "`describe_tool`, `run_tool`. An answer that is not `complete` names in `unmet` and `unread` what it leaves out. "
    "Some tools pass a safety gate; a finding that needs a confirmation names a digest, and only the user may confirm "
    "it. Never pass a digest that the user has not agreed to."
)
