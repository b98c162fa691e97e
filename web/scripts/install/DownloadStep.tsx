import { Download } from 'lucide-react'

import type { Install } from '#contract/scripts/install.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { signInChoiceId } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { useVersionDownload } from '#web/scripts/versions/use-version-download.ts'

import { Paths } from './Paths.tsx'

export function DownloadStep({ script, install }: { script: Script; install: Install }) {
  const { version, ensure, guides, notes } = install
  const { start, pendingId } = useVersionDownload(script)
  return (
    <>
      <p>
        <bdi>{version.fileName}</bdi>, {fileSizeText(version.fileSize)}
      </p>
      {version.hasFile && (
        <div className="row wrap gap-4">
          <Button
            variant="cta"
            icon={<Download />}
            isBusy={pendingId !== undefined}
            busyText="Preparing download…"
            data-dialog={signInChoiceId}
            onClick={() => start(version)}
          >
            Download
          </Button>
        </div>
      )}
      {ensure.length > 0 && (
        <>
          <p>
            Copy {ensure.length === 1 ? 'this folder' : 'these folders'} into the folder{' '}
            <code>resources</code> of your server:
          </p>
          <ul className="flex wrap gap-6px">
            {ensure.map((name) => (
              <li key={name} className="chip mono vivid">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <p>
            For an update, stop {ensure.length === 1 ? 'the resource' : 'the resources'}, save the files that
            you changed, and replace {ensure.length === 1 ? 'its folder' : 'their folders'}.
          </p>
        </>
      )}
      {notes.length > 0 && (
        <ul className="bullets">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {guides.length > 0 && (
        <>
          <p>Author’s notes:</p>
          <Paths version={version} paths={guides} />
        </>
      )}
    </>
  )
}
