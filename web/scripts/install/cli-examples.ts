/** Written by cli/session.test.ts. */
export const cliExamples = {
  add: `$ node cli.mjs add 3 --yes
Harbour library 1.0.0 by harbour (script 1, 1 KB)
  needed by Boats and Harbour core
  no findings
  what its code does: exports
Harbour core 1.0.0 by harbour (script 2, 1 KB)
  needed by Boats
  no findings
  what its code does: events
Boats 1.0.0 by harbour (script 3, 1 KB)
  no findings
  what its code does: database, events
3 scripts, 2 KB to download.
Installed Harbour library 1.0.0.
Installed Harbour core 1.0.0.
Installed Boats 1.0.0.
1 SQL file for your database: "node cli.mjs sql" shows it.
Restart the server, or run "refresh" and "exec scripthaven.cfg" in its console.
`,
  outdated: `$ node cli.mjs outdated
Boats 1.0.0 → 1.1.0 (script 3)
  no findings
  new capabilities: calls-out: prices.example
  SQL: boats/sql/fuel.sql (added)
  configuration: boats/config.lua (changed)
  | 1.1.0: Changes of 1.1.0.
(exit code 1)
`,
  update: `$ node cli.mjs update --yes --accept-capabilities
Boats 1.0.0 → 1.1.0 (script 3)
  no findings
  new capabilities: calls-out: prices.example
  SQL: boats/sql/fuel.sql (added)
  configuration: boats/config.lua (changed)
  | 1.1.0: Changes of 1.1.0.
Installed Boats 1.1.0.
Merged your changes: boats/config.lua
1 SQL file for your database: "node cli.mjs sql" shows it.
Restart the server, or run "refresh" and "exec scripthaven.cfg" in its console.
`,
  rollback: `$ node cli.mjs rollback
Restored: boats. Run "node cli.mjs rollback" again to undo this.
Restart the server, or run "refresh" and "exec scripthaven.cfg" in its console.
`,
  audit: `$ node cli.mjs audit --fail-on high
high    Boats 1.1.0 was recalled: The prices can be read by every player. Use 1.0.0 instead. Run "node cli.mjs update".
low     boats/config.lua differs from what was published.
(exit code 1)
`,
}
