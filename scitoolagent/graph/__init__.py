"""RDF and SPARQL, once for the graph of tools and for the graphs of knowledge: stores, endpoints, IRIs, paths."""
