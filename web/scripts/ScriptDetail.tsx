import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'

import type { Script } from '#contract/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { useCategories } from '#web/categories/use-categories.ts'
import { PlainNotice } from '#web/ui/PlainNotice.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useIdle } from '#web/ui/use-idle.ts'

import { lateParts } from './late-parts.ts'
import styles from './ScriptDetail.module.css'
import { ScriptActions } from './ScriptActions.tsx'
import { ScriptAuthorCard } from './ScriptAuthorCard.tsx'
import { ScriptDetailHead } from './ScriptDetailHead.tsx'
import { ScriptFacts } from './ScriptFacts.tsx'
import { ScriptGallery } from './ScriptGallery.tsx'
import { useDownload } from './use-download.ts'
import { useViewRecord } from './use-view-record.ts'

// Visitors, who are most, never need it.
const ScriptManagement = lazy(async () => (await lateParts()).loadManagement())
const RelatedScripts = lazy(async () => ({
  default: (await lateParts()).RelatedScripts,
}))

export function ScriptDetail({ script }: { script: Script }) {
  useViewRecord(script.id)
  const download = useDownload(script.id)
  const session = useSession()
  const isIdle = useIdle()
  const { color, icon } = useCategories().find(({ name }) => name === script.category) ?? {}
  const category = { name: script.category, color, icon }
  return (
    <article className="page-width">
      <ScriptDetailHead script={script} actions={<ScriptActions {...{ script, download }} layout="row" />} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <ScriptGallery key={script.images.join()} script={script} category={category} />
          <section className={styles.section}>
            <h2>Description</h2>
            <p className={styles.description}>{script.description}</p>
          </section>
          {script.tags.length > 0 && <ScriptTags tags={script.tags} />}
          <section className={styles.section} aria-label="Security notice">
            <PlainNotice tone="warn" icon={<ShieldAlert />} title="Scripts are not verified">
              Files come straight from community members. Read the code and test on a private server before
              you install anything.
            </PlainNotice>
          </section>
        </div>
        <aside className={styles.aside} aria-label="Download and details">
          <ScriptActions {...{ script, download }} layout="panel" />
          <ScriptFacts script={script} category={category} />
          <ScriptAuthorCard username={script.author} />
          {session && (
            <Suspense>
              <ScriptManagement script={script} />
            </Suspense>
          )}
        </aside>
      </div>
      {isIdle && (
        <Suspense>
          <RelatedScripts id={script.id} />
        </Suspense>
      )}
    </article>
  )
}

function ScriptTags({ tags }: { tags: readonly string[] }) {
  return (
    <section className={styles.section}>
      <h2>Tags</h2>
      <ul className={styles.tags}>
        {tags.map((tag) => (
          <li key={tag}>
            <Tag
              label={tag}
              size="md"
              renderLink={(props) => <Link to="/scripts" search={{ tag }} {...props} />}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
