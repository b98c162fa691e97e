import { Link } from '@tanstack/react-router'

import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { counted } from './analysis-texts.ts'
import { reportLimits, statusOfWorst } from './report-texts.ts'
import type { DownloadQuestion } from './download-question.ts'
import styles from './DownloadDialog.module.css'
import { reportPath, versionSearch } from './version-paths.ts'

/** Asks before an archive with findings of severity high is downloaded. */
export function DownloadDialog({ question: { archive, answer } }: { question: DownloadQuestion }) {
  const { scriptId, scriptName, v, high, worst } = archive
  const status = worst && statusOfWorst(worst)
  return (
    <Dialog
      isOpen
      onClose={() => answer(false)}
      title={`${counted(high.length, 'thing')} to check first`}
      text={`In the archive of “${scriptName}”:`}
      size="sm"
      footer={
        <>
          <Button onClick={() => answer(true)}>Download anyway</Button>
          <Link
            to={reportPath(scriptId)}
            search={versionSearch({ v })}
            className={buttonClass({ variant: 'cta' })}
            onClick={() => answer(false)}
          >
            Read the report
          </Link>
        </>
      }
    >
      <ul className={`grid gap-2 strong bullets ${styles.titles}`}>
        {high.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      {status && (
        <p className="mt-4 break">
          In <bdi>{status.place}</bdi>. {status.remarks}
        </p>
      )}
      <p className="mt-4 faint text-sm">{reportLimits}</p>
    </Dialog>
  )
}
