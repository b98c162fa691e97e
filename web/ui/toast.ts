export type ToastContent = {
  type: 'success' | 'error' | 'warning' | 'info'
  title: string
  message?: string
  durationMs?: number
}

/** The list of toasts is loaded with the first of them. */
export async function showToast(toast: ToastContent): Promise<void> {
  const { presentToast } = await import('./toast-list.tsx')
  presentToast(toast)
}
