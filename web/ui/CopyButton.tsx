import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import type { ButtonSize } from './Button.tsx'
import { Button } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { showToast } from './toast.ts'

export function CopyButton({
  text,
  label,
  size,
  copiedTitle,
  failedTitle,
  failedText = 'Your browser does not allow it.',
}: {
  text: string
  label: string
  size?: ButtonSize
  copiedTitle: string
  failedTitle: string
  failedText?: string
}) {
  const [isCopied, setCopied] = useState(false)
  async function handleClick() {
    const succeeded = await copyText(text)
    setCopied(succeeded)
    if (succeeded) await showToast({ type: 'success', title: copiedTitle })
    else await showToast({ type: 'error', title: failedTitle, message: failedText })
  }
  return (
    <Button size={size} icon={isCopied ? <Check /> : <Copy />} onClick={() => void handleClick()}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}
