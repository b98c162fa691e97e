import { FileDown } from 'lucide-react'

import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { useAct } from '#web/admin/use-act.ts'
import { Button } from '#web/ui/Button.tsx'
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
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `activities-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
