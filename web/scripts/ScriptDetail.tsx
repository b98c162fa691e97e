import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import type { Script } from '#contract/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { useCategories } from '#web/categories/use-categories.ts'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import pagesStyles from '#web/versions/ScriptPages.module.css'
import insideStyles from '#web/versions/WhatIsInside.module.css'

import { loadLazyParts } from './lazy.ts'
import styles from './ScriptDetail.module.css'
import { ScriptActions } from './ScriptActions.tsx'
import { ScriptAuthorCard } from './ScriptAuthorCard.tsx'
import { ScriptHeader } from './ScriptHeader.tsx'
import { ScriptMetadata } from './ScriptMetadata.tsx'
import { ScriptGallery } from './ScriptGallery.tsx'
import { useDownload } from './use-download.ts'
import { useViewRecord } from './use-view-record.ts'

// Part of the server's markup, which stays until the browser has loaded them: they are not in the first load.
const rendered = import.meta.env.SSR ? await loadLazyParts() : undefined
const ScriptPages =
  rendered?.ScriptPages ?? lazy(async () => ({ default: (await loadLazyParts()).ScriptPages }))
const WhatIsInside =
  rendered?.WhatIsInside ?? lazy(async () => ({ default: (await loadLazyParts()).WhatIsInside }))
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
      <div className={pagesStyles.pages}>
        <Suspense>
          <ScriptPages id={script.id} current="overview" />
        </Suspense>
      </div>
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
          {script.analysis && (
            <Card className={insideStyles.inside}>
              <Suspense fallback={<Skeleton shape="block" height={150} />}>
                <WhatIsInside script={script} />
              </Suspense>
            </Card>
          )}
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
