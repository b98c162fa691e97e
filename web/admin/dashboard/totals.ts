import { Download, FileCode, Handshake, Users } from 'lucide-react'

export const totals = [
  { key: 'totalUsers', label: 'Users', icon: Users },
  { key: 'totalScripts', label: 'Scripts', icon: FileCode },
  { key: 'totalDownloads', label: 'Downloads', icon: Download },
  { key: 'totalPartners', label: 'Partners', icon: Handshake },
] as const
