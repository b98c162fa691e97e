/** What a person types and what the program prints, taken from a real session. */
export const start = (publicUrl: string) => `curl -O ${publicUrl}/cli.mjs
node cli.mjs init
`

export const install = `$ node cli.mjs add 3
Harbour library 1.0.0 by kestrel (script 1, 1 KB)
  needed by script 2 as harbour_lib
  no findings
Harbour core 1.0.0 by kestrel (script 2, 1 KB)
  needed by script 3 as harbour_core
  no findings
Boats 1.0.0 by kestrel (script 3, 1 KB)
  no findings
Not on this hub: oxmysql – https://github.com/CommunityOx/oxmysql. Install it yourself, and start it before.
3 scripts, 2 KB to download.
Installed Harbour core 1.0.0.
Installed Harbour library 1.0.0.
Installed Boats 1.0.0.
Restart the server, or run "refresh" and "exec scripthaven.cfg" in its console.
`

export const update = `$ node cli.mjs outdated
Harbour core 1.0.0 → 1.1.0 (script 2)
  no findings
  new capabilities: calls-out: weather.example
  | 1.1.0: Boats know the weather.

$ node cli.mjs update
Harbour core 1.0.0 → 1.1.0 (script 2)
  no findings
  new capabilities: calls-out: weather.example
Warning: Harbour core can do more than before. Install anyway? yes
Installed Harbour core 1.1.0.
Merged your changes: harbour_core/config.lua
`

export const afterUpdate = `$ node cli.mjs rollback
Restored: harbour_core. Run "scripthaven rollback" again to undo this.
`

export const audit = `$ node cli.mjs audit
high    Harbour core 1.0.0 was recalled: Its prices can be changed by players. Run "scripthaven update".
low     harbour_core/config.lua differs from what was published.
`
