import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter, Link } from '@tanstack/react-router'
import { memo, Suspense, useEffect, useState } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { useSession } from '#web/app/session.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import insideStyles from '#web/scripts/versions/WhatIsInside.module.css'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import tabStyles from '#web/ui/Tabs.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useIdle } from '#web/ui/use-idle.ts'

import { ScriptActions } from './ScriptActions.tsx'
import authorStyles from './ScriptAuthorCard.module.css'
import styles from './ScriptDetail.module.css'
import { ScriptDetailSkeleton } from './ScriptDetailSkeleton.tsx'
import galleryStyles from './ScriptGallery.module.css'
import { ScriptHeader } from './ScriptHeader.tsx'
import metadataStyles from './ScriptMetadata.module.css'
import { ScriptNotFound } from './ScriptNotFound.tsx'
import { editorRoleOf, isPublic } from './author-role.ts'
import {
  loadActions,
  loadLazyParts,
  RelatedScripts,
  ScriptAuthorCard,
  ScriptGallery,
  ScriptMetadata,
  ScriptPages,
  WhatIsInside,
} from './lazy.ts'
import { scriptQuery } from './script-detail.data.ts'
import { parseScriptId } from './script-id.ts'
import { useSignedInScript } from './use-signed-in-script.ts'

export function ScriptDetailPage() {
  const { id: text } = useParams({ from: '/scripts/$id' })
  const id = parseScriptId(text)
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined })
  const router = useRouter()
  const isRequested = useSignedInScript(query)
  if (id === undefined) return <ScriptNotFound />
  if (query.data) return <ScriptDetail key={id} script={query.data} />
  if (query.isPending || isRequested) return <ScriptDetailSkeleton />
  if (query.data === null && !query.isError)
    return (
      <VisitorContent skeleton={<ScriptDetailSkeleton />}>
        <ScriptNotFound />
      </VisitorContent>
    )
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load script"
        text="The server did not respond as expected. Please try again."
        // Also loads the route again, which takes the title from the script.
        query={{ refetch: () => router.invalidate({ forcePending: true }), isFetching: query.isFetching }}
      />
    </div>
  )
}

// By history entry: a repeated effect or a return by Back does not record a second view. After a reload the server
// decides.
const recordedVisits = new Set<string>()

// Visitors do not load it.
const OwnerActions = lazyPart(async () => (await loadLazyParts()).loadOwnerActions(), 'default')
const StateNotices = lazyPart(async () => (await loadLazyParts()).loadStateNotices(), 'default')

/**
 * Does not render again when the page has read the session: React would remove the markup of parts that it has not
 * hydrated yet, and clicks on it would be lost.
 */
const ScriptDetail = memo(function ScriptDetail({ script }: { script: Script }) {
  useViewRecord(script.id)
  const { color, icon } = useCategories().find(({ name }) => name === script.category) ?? {}
  const category = { name: script.category, color, icon }
  return (
    <article className="page-width">
      <ScriptHeader script={script} actions={<ScriptActions script={script} layout="row" />} />
      <div className={`mb-6 line-below no-print ${tabStyles.tabs}`}>
        <Suspense>
          <ScriptPages script={script} current="overview" />
        </Suspense>
      </div>
      <Notices script={script} />
      {script.maintenance && (
        <p className={`mb-6 round-md fill-1 framed-strong ${styles.maintenance}`} role="note">
          {script.maintenance === 'archived'
            ? 'Archived: the author no longer works on this script.'
            : 'The author is looking for a new maintainer of this script.'}
        </p>
      )}
      <div className={`grid gap-10 top pb-16 with-aside wide-aside ${styles.columns}`}>
        <div className={`min-0 ${styles.main}`}>
          <Suspense
            fallback={<div className={`${galleryStyles.stage} wide-image relative clip round-lg fill-2`} />}
          >
            <ScriptGallery key={script.images.join()} script={script} category={category} />
          </Suspense>
          <section className="mt-10">
            <h2 className="mb-3 text-h3">Description</h2>
            <FormattedText nodes={script.formattedDescription ?? [script.description]} />
          </section>
          {script.formattedDocumentation && (
            <section className="mt-10">
              <h2 className="mb-3 text-h3">Documentation</h2>
              <FormattedText nodes={script.formattedDocumentation} />
            </section>
          )}
          {script.tags.length > 0 && <ScriptTags tags={script.tags} />}
        </div>
        <aside className={`grid gap-4 sticky-aside ${styles.aside}`} aria-label="Download and details">
          <ScriptActions script={script} layout="panel" />
          {script.analysis && (
            <Card className={`grid gap-3 muted text-sm break ${insideStyles.inside}`}>
              <Suspense fallback={<Skeleton shape="block" height={150} />}>
                <WhatIsInside script={script} />
              </Suspense>
            </Card>
          )}
          <Suspense fallback={<Card className={metadataStyles.placeholder}>{null}</Card>}>
            <ScriptMetadata script={script} category={category} />
          </Suspense>
          <Suspense
            fallback={<Card className={`${authorStyles.card} cols-auto-fill-auto grid middle`}>{null}</Card>}
          >
            <ScriptAuthorCard script={script} />
          </Suspense>
          <ActionsOfUser script={script} />
        </aside>
      </div>
      <IdleRelatedScripts script={script} />
    </article>
  )
})

// Components of their own, so that their updates do not re-render the others before they are hydrated.
function Notices({ script }: { script: Script }) {
  const isEditor = editorRoleOf(useSession(), script) !== undefined
  if (isPublic(script) && !isEditor) return null
  return (
    <Suspense fallback={!isPublic(script) && <Skeleton shape="block" height={120} />}>
      <StateNotices script={script} />
    </Suspense>
  )
}

function ActionsOfUser({ script }: { script: Script }) {
  const session = useSession()
  return (
    // Other users do not load it: its files would delay their first download.
    editorRoleOf(session, script) && (
      <Suspense>
        <OwnerActions script={script} />
      </Suspense>
    )
  )
}

function IdleRelatedScripts({ script }: { script: Script }) {
  const isIdle = useIdle()
  return (
    isIdle && (
      <Suspense>
        <RelatedScripts script={script} />
      </Suspense>
    )
  )
}

function ScriptTags({ tags }: { tags: readonly string[] }) {
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-h3">Tags</h2>
      <ul className="flex wrap gap-2">
        {tags.map((tag) => (
          <li className="max-full" key={tag}>
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

function useViewRecord(id: number): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  // Read on mount: while the user leaves, the location is already the next page's.
  const [entry] = useState(() => router.state.location.state['__TSR_key'])
  useEffect(() => {
    const visit = `${entry} ${id}`
    if (recordedVisits.has(visit)) return
    recordedVisits.add(visit)
    void loadActions().then(({ recordView }) => recordView(id, queryClient))
  }, [entry, id, queryClient])
}
