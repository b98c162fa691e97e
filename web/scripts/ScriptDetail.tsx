import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import type { Script } from '#contract/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { useCategories } from '#web/categories/use-categories.ts'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useIdle } from '#web/ui/use-idle.ts'

import { loadLazyParts } from './lazy.ts'
import styles from './ScriptDetail.module.css'
import { ScriptActions } from './ScriptActions.tsx'
import { ScriptAuthorCard } from './ScriptAuthorCard.tsx'
import { ScriptHeader } from './ScriptHeader.tsx'
import { ScriptMetadata } from './ScriptMetadata.tsx'
import { ScriptGallery } from './ScriptGallery.tsx'
import { useDownload } from './use-download.ts'
import { useViewRecord } from './use-view-record.ts'

// Visitors do not load it.
const OwnerActions = lazy(async () => (await loadLazyParts()).loadOwnerActions())
const RelatedScripts = lazy(async () => ({
  default: (await loadLazyParts()).RelatedScripts,
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
      <ScriptHeader script={script} actions={<ScriptActions {...{ script, download }} layout="row" />} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <ScriptGallery key={script.images.join()} script={script} category={category} />
          <section className={styles.section}>
            <h2>Description</h2>
            <FormattedText nodes={script.formattedDescription ?? [script.description]} />
          </section>
          {script.tags.length > 0 && <ScriptTags tags={script.tags} />}
        </div>
        <aside className={styles.aside} aria-label="Download and details">
          <ScriptActions {...{ script, download }} layout="panel" />
          <ScriptMetadata script={script} category={category} />
          <ScriptAuthorCard username={script.author} />
          {session && (
            <Suspense>
              <OwnerActions script={script} />
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
