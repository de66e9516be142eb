"""results.json and what is made from it: tables to download, the award list, what a build changed."""
