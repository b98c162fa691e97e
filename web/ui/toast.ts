export type ToastContent = {
  type: 'success' | 'error' | 'warning' | 'info'
  title: string
  message?: string
  durationMs?: number
  action?: { label: string; run: () => void }
}

/** The first toast loads their list. */
export async function showToast(toast: ToastContent): Promise<void> {
  const { presentToast } = await import('./toast-list.tsx')
  presentToast(toast)
}
