import { Link } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { licenseName, licenseUrl } from '#contract/scripts/licenses.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { AddToCollectionButton, SaveButton } from '#web/scripts/collections/CollectionButtons.tsx'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { fileSizeText } from '#web/ui/file-size.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { VersionBadge } from '#web/ui/VersionBadge.tsx'

import { authorIdsOf } from './author-role.ts'
import { loadActions } from './lazy.ts'
import styles from './ScriptMetadata.module.css'

export function ScriptMetadata({
  script,
  category,
}: {
  script: Script
  category: { name: string; color: string | undefined }
}) {
  return (
    <Card>
      <dl className={`facts lined text-sm ${styles.facts}`}>
        <Fact name="Category">
          <CategoryChip {...category} size="md" />
        </Fact>
        <Fact name="Status">{script.script_status}</Fact>
        <Fact name="Version">
          <Link to={versionsPath(script.id)} className="inline-row min-h-24">
            <VersionBadge version={script.version} />
          </Link>
        </Fact>
        <Fact name="File size">{fileSizeText(script.fileSize)}</Fact>
        <Fact name="Uploaded">
          <time dateTime={script.uploadDate}>{dateText(script.uploadDate)}</time>
        </Fact>
        <Fact name="Updated">
          <time dateTime={script.updatedAt}>{dateText(script.updatedAt)}</time>
        </Fact>
        {script.basedOn && (
          <Fact name="Based on">
            <Link to={scriptPath(script.basedOn.id)} className={`${styles.link} brand`}>
              {script.basedOn.name}
            </Link>
          </Fact>
        )}
        {script.license && (
          <Fact name="Licence">
            <OuterLink url={licenseUrl(script.license)}>{licenseName(script.license)}</OuterLink>
          </Fact>
        )}
        {[
          ['Source repository', script.sourceUrl] as const,
          ['Documentation', script.documentationUrl] as const,
          ['Support', script.supportUrl] as const,
        ].map(
          ([name, url]) =>
            url && (
              <Fact key={name} name={name}>
                <OuterLink url={url}>{URL.parse(url)?.hostname ?? url}</OuterLink>
              </Fact>
            ),
        )}
        <Fact name="SHA-256">
          <code className={`${styles.hash} regular muted ellipsis`} title={script.sha256}>
            {script.sha256}
          </code>
          <CopyButton text={script.sha256} />
        </Fact>
      </dl>
      <div className="flex wrap gap-2 pad-4">
        <SaveButton scriptId={script.id} />
        <AddToCollectionButton script={script} />
      </div>
      <div className={styles.report}>
        <ReportButton
          subject={{ name: script.name, scriptId: script.id }}
          ownerIds={authorIdsOf(script)}
          size="sm"
          variant="ghost"
        >
          Report this script
        </ReportButton>
      </div>
    </Card>
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

/** A link of the author. Its text is the host, so that no other name can hide it. */
function OuterLink({ url, children }: { url: string | undefined; children: string }) {
  if (url === undefined) return children
  return (
    <a href={url} rel="nofollow ugc" className={`${styles.link} brand`}>
      {children}
    </a>
  )
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    const { copyHash } = await loadActions()
    setCopied(await copyHash(text))
  }
  return (
    <IconButton
      label="Copy SHA-256"
      icon={isCopied ? <Check /> : <Copy />}
      size="sm"
      className={styles.copy}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    />
  )
}
