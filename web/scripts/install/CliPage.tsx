import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

import { CodeBox } from './CodeBox.tsx'
import styles from './Install.module.css'
import { Section, Step } from './Steps.tsx'

/** How a server owner starts with the command line, in five minutes. The outputs are those of a real run. */
export function CliPage() {
  const { siteName, publicUrl } = useSite()
  return (
    <div className="page-width">
      <PageHead
        title="Command Line"
        text="Install scripts with all that they need, in the order in which they start, and update them without losing your configuration."
      />
      <div className="reading stack gap-8 mt-8 pb-16">
        <ol className={`${styles.steps} stack gap-10`}>
          <Step title="Get the program">
            <p>
              You need Node.js 20.15 or newer. Run this in your server’s data folder, the one that contains{' '}
              <code>resources</code>. The program is one file: it starts and stops nothing on your server and
              runs no SQL.
            </p>
            <CodeBox title="Shell" text={start(publicUrl)} />
            <p>
              Its SHA-256 is at{' '}
              <a href="/cli.mjs.sha256" className="text-link">
                /cli.mjs.sha256
              </a>
              .
            </p>
          </Step>
          <Step title="Sign in">
            <p>
              Downloads need an access token. Create one with the scopes read and download in{' '}
              <Link to="/profile/settings" search={{ tab: 'tokens' }} className="text-link">
                your settings
              </Link>
              . The program asks for it once and stores it so that only your user can read it.
            </p>
            <CodeBox title="Shell" text="node cli.mjs login" />
          </Step>
          <Step title="Add a script">
            <p>
              Name scripts by the number in their URL. Before you confirm, it shows what comes along, what our
              scanner found, and what the code does.
            </p>
            <CodeBox title="Shell" text="node cli.mjs add 12 40" />
            <CodeBox title="Example: add" text={cliExamples.add} isExample />
          </Step>
          <Step title="Start it">
            <p>
              Add this line to server.cfg once. The program writes the file <code>scripthaven.cfg</code> with
              an ensure line for each resource.
            </p>
            <CodeBox title="server.cfg" text="exec scripthaven.cfg" />
          </Step>
        </ol>
        <Section id="updates" title="Keep it up to date">
          <p>
            <code>outdated</code> shows what is new and what it changes. Versions younger than three days are
            skipped, unless they replace a withdrawn one. <code>update</code> merges your changes to
            configuration files with the new version; if both changed the same lines, your file stays and the
            new one is saved beside it.
          </p>
          <CodeBox
            title="Example: outdated and update"
            text={`${cliExamples.outdated}\n${cliExamples.update}`}
            isExample
          />
          <p>If an update does not work for you, one command brings back the folders as they were:</p>
          <CodeBox title="Example: rollback" text={cliExamples.rollback} isExample />
        </Section>
        <Section id="audit" title="Check what you run">
          <p>
            <code>audit</code> compares your files with what was published, and asks {siteName} whether a
            version was recalled or taken down. <code>scan</code> runs our scanner on your machine, also on
            resources that you got elsewhere; nothing is sent.
          </p>
          <CodeBox title="Example: audit" text={cliExamples.audit} isExample />
        </Section>
        <Section id="team" title="Work as a team">
          <p>
            Commit <code>scripthaven.json</code> and <code>scripthaven.lock</code> to version control. On
            another machine, <code>node cli.mjs sync</code> installs exactly the same bytes.
          </p>
        </Section>
        <Section id="more" title="All commands">
          <p>
            Run <code>node cli.mjs --help</code>, or <code>--help</code> after any command. Authors can upload
            new versions from a terminal or CI with <code>publish</code>.
          </p>
          <div className="row wrap gap-4">
            <a className={buttonClass()} href="/cli.mjs" download>
              Download cli.mjs
            </a>
          </div>
        </Section>
      </div>
    </div>
  )
}

const start = (publicUrl: string) => `curl -O ${publicUrl}/cli.mjs
node cli.mjs init
`

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
