import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'

import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { showToast } from '#web/ui/toast.ts'

import { fetchExport } from './activities.data.ts'

/** Saves the filtered log as a CSV file. */
export function ExportButton({ search, isOff }: { search: ActivitySearch; isOff: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchExport(search)),
    onError: () => void showToast({ type: 'error', title: 'Failed to export activities' }),
  })
  return (
    <Button
      icon={<FileDown />}
      disabled={isOff}
      isBusy={isPending}
      busyText="Exporting..."
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  )
}

function saveFile(text: string): void {
  saveText(text, { name: `activities-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv' })
}
