import { FileDown } from 'lucide-react'

import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { useAct } from '#web/admin/use-act.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { showToast } from '#web/ui/toast.ts'

import { readExport } from './activities.data.ts'

/** The log under the current filters, as a file for a spreadsheet. */
export function ExportButton({ search, isOff }: { search: ActivitySearch; isOff: boolean }) {
  const save = useAct({
    run: async () => saveFile(await readExport(search)),
    onError: () => void showToast({ type: 'error', title: 'Failed to export activities' }),
  })
  return (
    <Button
      icon={<FileDown />}
      disabled={isOff}
      isBusy={save.isPending}
      busyText="Exporting..."
      onClick={() => save.start()}
    >
      Export CSV
    </Button>
  )
}

function saveFile(text: string): void {
  saveText(text, { name: `activities-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv' })
}
