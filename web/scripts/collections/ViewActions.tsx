import { Link } from '@tanstack/react-router'
import { Pencil, Share2 } from 'lucide-react'

import type { Collection } from '#contract/scripts/collections.ts'
import { useSession } from '#web/app/session.ts'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { FollowButton } from '#web/site/follows/FollowButton.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { showToast } from '#web/ui/toast.ts'

import { collectionPath, editCollectionPath } from './collection-paths.ts'
import { mayEdit } from './may-edit.ts'

export function ViewActions({ collection }: { collection: Collection }) {
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
