"""What the server says of itself; apart from its tools, whose schemas take longer to load than a handshake may."""

INSTRUCTIONS = (
    "Answers scientific questions (chemistry, biology, materials) with values that real tools computed. "
    "Write programs over typed tools yourself: `describe_tool` with the name `programs` for the rules, `run_program` "
    "with empty code for the variables of the question, `search_tools`, then `run_program`. Single calls: `run_tool`. "
    "`ask` answers a question without your help, or a typed request without any words. An answer that is not "
    "`complete` names in `unmet` and `unread` what it leaves out. Some tools pass a safety gate; a finding that needs "
    "a confirmation names a digest, and only the user may confirm it. Never pass a digest that the user has not "
    "agreed to."
)
