import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, useParams, useRouter, useSearch, Link } from '@tanstack/react-router'
import { Clock, FileCode, Pencil, Share2 } from 'lucide-react'
import { Fragment, Suspense } from 'react'

import type { Collection } from '#contract/scripts/collections.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import { userPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import headerStyles from '#web/scripts/script-page/ScriptHeader.module.css'
import { useSignedInScript } from '#web/scripts/script-page/use-signed-in-script.ts'
import { FollowButton } from '#web/site/follows/FollowButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { dateText } from '#web/ui/date-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

import { collectionsPath, collectionPath, editCollectionPath } from './collection-paths.ts'
import { CollectionCover } from './CollectionCover.tsx'
import { collectionQuery, mayEdit } from './collections.data.ts'
import { scriptsText, visibilityNames } from './collections.texts.ts'
import { CollectionNotFound } from './CollectionNotFound.tsx'
import { CollectionsSkeleton } from './CollectionsSkeleton.tsx'
import styles from './CollectionView.module.css'
import { EntryList } from './EntryList.tsx'

/** A part of the server's markup, which stays until the browser has loaded it. */
export const InstallAll = lazyRouteComponent(() => import('./InstallAll.tsx'), 'InstallAll')

export function CollectionPage() {
  const { id: text } = useParams({ from: '/collections/$id' })
  const { key } = useSearch({ from: '/collections/$id' })
  const id = parseScriptId(text)
  const query = useQuery({ ...collectionQuery(id ?? 0, key), enabled: id !== undefined })
  const router = useRouter()
  const isRequested = useSignedInScript(query)
  if (id === undefined) return <CollectionNotFound />
  if (query.data) return <CollectionView key={id} collection={query.data} />
  if (query.isPending || isRequested) return <CollectionsSkeleton />
  if (query.data === null && !query.isError)
    return (
      <VisitorContent skeleton={<CollectionsSkeleton />}>
        <CollectionNotFound />
      </VisitorContent>
    )
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load the collection"
        text="The server did not respond as expected. Please try again."
        // Also loads the route again, which takes the title from the collection.
        query={{ refetch: () => router.invalidate({ forcePending: true }), isFetching: query.isFetching }}
      />
    </div>
  )
}

function CollectionView({ collection }: { collection: Collection }) {
  const session = useSession()
  const {
    title,
    owner,
    editors,
    visibility,
    entryCount,
    updatedAt,
    images,
    formattedText,
    removal,
    entries,
  } = collection
  return (
    <article className="page-width">
      <header className="grid with-aside wide-aside gap-10 end page-head">
        <div>
          <Breadcrumbs
            steps={[
              { label: 'Collections', renderLink: (props) => <Link to={collectionsPath} {...props} /> },
            ]}
          />
          <h1 className="mt-3 break">{title}</h1>
          <div className={`${headerStyles.meta} row wrap mt-4 muted`}>
            <Link
              to={userPath(owner.username)}
              className="inline-row vivid strong break min-h-24 hover-underline"
            >
              {owner.username}
            </Link>
            {editors.length > 0 && (
              <span className="break">
                with{' '}
                {editors.map(({ id, username }, index) => (
                  <Fragment key={id}>
                    {index > 0 && ', '}
                    <Link to={userPath(username)} className="text-link">
                      {username}
                    </Link>
                  </Fragment>
                ))}
              </span>
            )}
            {visibility !== 'public' && <Badge>{visibilityNames[visibility]}</Badge>}
            <span className="inline-row gap-6px numeric">
              <FileCode className="faint" />
              {scriptsText(entryCount)}
            </span>
            <span className="inline-row gap-6px numeric">
              <Clock className="faint" />
              <span>
                Updated <time dateTime={updatedAt}>{dateText(updatedAt)}</time>
              </span>
            </span>
          </div>
          <div className={`flex wrap middle gap-3 ${styles.actions} mt-5`}>
            <ViewActions collection={collection} />
          </div>
        </div>
        <CollectionCover images={images} loading="first" className={`wide-image round-lg ${styles.cover}`} />
      </header>
      {removal !== null && (
        <Alert
          tone="danger"
          title="A moderator hid this collection"
          {...(session?.user.id === owner.id && {
            action: <AppealLink subject={`collection-${collection.id}`} />,
          })}
        >
          Only its owner, its editors and moderators can see it. Reason: {removal}
        </Alert>
      )}
      <div className="grid gap-10 top pb-16 with-aside wide-aside">
        <div className="stack gap-8 min-0">
          {formattedText.length > 0 && <FormattedText nodes={formattedText} isMainText />}
          <section aria-labelledby="collection-scripts">
            <h2 id="collection-scripts" className="mb-3 text-h3">
              Scripts
            </h2>
            {entries.length === 0 ? (
              <EmptyState
                heading="h3"
                icon={<FileCode />}
                title="No scripts yet"
                text="Scripts that are added to this collection appear here."
              />
            ) : (
              <EntryList entries={entries} />
            )}
          </section>
        </div>
        {entries.length > 0 && (
          <aside className="stack gap-4 sticky-aside" aria-label="Needs and installation">
            <Suspense fallback={<Skeleton shape="block" height={240} />}>
              <InstallAll collection={collection} />
            </Suspense>
          </aside>
        )}
      </div>
    </article>
  )
}

function ViewActions({ collection }: { collection: Collection }) {
  const { id, title, owner, visibility, key, removal } = collection
  const isOwn = mayEdit(collection, useSession()?.user.id)
  const path = `${collectionPath(id)}${key === null ? '' : `?key=${key}`}`
  async function share() {
    const isCopied = await copyText(`${window.location.origin}${path}`)
    await showToast(
      isCopied
        ? { type: 'success', title: 'Link copied' }
        : { type: 'error', title: 'The link was not copied', message: 'Your browser does not allow it.' },
    )
  }
  return (
    <>
      {visibility === 'public' && removal === null && (
        <FollowButton kind="collection" id={id} ownerIds={[owner.id]} />
      )}
      {isOwn && (
        <Link to={editCollectionPath(id)} className={buttonClass()}>
          <Pencil />
          Edit
        </Link>
      )}
      {visibility !== 'private' && (
        <Button icon={<Share2 />} onClick={() => void share()}>
          Copy link
        </Button>
      )}
      <ReportButton
        subject={{ name: title, userId: owner.id, path, textKey: { kind: 'collection', id } }}
        ownerIds={[owner.id]}
        variant="ghost"
      >
        Report<span className="visually-hidden"> this collection</span>
      </ReportButton>
    </>
  )
}
