import type { ReactNode } from 'react'

import { useSite } from '#web/app/use-site.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { dateText } from '#web/ui/date-text.ts'

import styles from './LegalDocument.module.css'

export type LegalSection = { id: string; title: string; content: ReactNode }

/** A legal text with a table of contents and print styles. */
export function LegalDocument({
  title,
  summary,
  actions,
  updatedOn,
  sections,
}: {
  title: string
  summary: ReactNode
  actions?: ReactNode
  /** A day as ISO 8601. */
  updatedOn: string
  sections: readonly LegalSection[]
}) {
  return (
    <article className="page-width pb-16">
      <PageHead title={title} text={summary} actions={actions} />
      <p className={`${styles.updated} faint text-sm`}>
        Last updated: <time dateTime={updatedOn}>{dateText(updatedOn)}</time>
      </p>
      <div
        className={`${styles.columns} gap-12 mt-10 grid cols tablet-stack top`}
        style={{ '--cols': '248px minmax(0, 1fr)' }}
      >
        <nav
          className={`sticky-aside scroll-y text-sm no-print ${styles.contents}`}
          aria-labelledby="contents-title"
        >
          <h2 id="contents-title" className="sans mb-2 faint text-xs strong leading">
            On this page
          </h2>
          <ol className="contents-list">
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`} className="leading-sm focus-inside">
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={`${styles.text} muted grid gap-10`}>
          {sections.map((section) => (
            <section className="stack gap-3" key={section.id} aria-labelledby={section.id}>
              <h2 className="vivid text-h3" id={section.id}>
                {section.title}
              </h2>
              {section.content}
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

/** Names, each with what is said about it. */
export function LegalFacts({
  facts,
  isCode = false,
}: {
  facts: readonly { title: string; text: ReactNode }[]
  isCode?: boolean
}) {
  return (
    <dl className="framed round-lg fill-1 clip lined break">
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt>{isCode ? <code>{title}</code> : title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ChatLink() {
  const { chatInviteUrl } = useSite()
  return (
    <a href={chatInviteUrl} target="_blank" rel="noopener noreferrer">
      chat community on Discord
    </a>
  )
}
