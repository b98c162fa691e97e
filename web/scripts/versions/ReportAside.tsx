import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Report } from '#contract/scripts/versions.ts'
import { userPath } from '#web/app/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import { counted } from './analysis-texts.ts'
import styles from './ReportAside.module.css'
import { dependentsPath } from './version-paths.ts'

/** Facts beside the findings. */
export function ReportAside({ report: { version, script, context, state } }: { report: Report }) {
  const { authorSince, authorScripts, isFirstVersion, uploadedBy, isUploadedByAuthor } = context
  return (
    <aside className={`grid gap-4 sticky-aside ${styles.aside}`} aria-label="Author and archive">
      {state === 'done' && (
        <nav
          className={`grid text-sm no-print contents-list ${styles.contents}`}
          aria-label="Sections of the report"
        >
          <a href="#findings">Findings</a>
          <a href="#capabilities">What it can do</a>
          <a href="#resources">Resources</a>
          <a href="#contents">What it contains</a>
        </nav>
      )}
      <Card as="section" className={styles.facts}>
        <h2 className="text-lg">Author</h2>
        <dl className="facts lined text-sm">
          <Fact name="Name">
            <Link to={userPath(script.author)} className="text-link">
              {script.author}
            </Link>
          </Fact>
          <Fact name="Account created">
            <time dateTime={authorSince}>{dateText(authorSince)}</time>
          </Fact>
          <Fact name="Publishes">{counted(authorScripts, 'script')}</Fact>
          <Fact name="Uploaded by">{isUploadedByAuthor ? 'the author' : (uploadedBy ?? 'another user')}</Fact>
        </dl>
      </Card>
      <Card as="section" className={styles.facts}>
        <h2 className="text-lg">Archive</h2>
        <dl className="facts lined text-sm">
          <Fact name="Version">
            {version.number}, {isFirstVersion ? 'the first version' : 'an update'}
          </Fact>
          <Fact name="Uploaded">
            <time dateTime={version.createdAt}>{dateText(version.createdAt)}</time>
          </Fact>
          <Fact name="Size">{fileSizeText(version.fileSize)}</Fact>
          <Fact name="SHA-256">
            <code className="muted regular">{version.sha256}</code>
          </Fact>
        </dl>
      </Card>
      <p className="faint text-sm">
        <Link to={dependentsPath(script.id)} className="text-link">
          Scripts that need this one
        </Link>
      </p>
      <p className="faint text-sm">
        <Link to="/rules" className="text-link">
          What the rules look for
        </Link>
      </p>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
