import { Download, FileCode, Handshake, Users } from 'lucide-react'

/** The four totals, in the order in which the dashboard shows them everywhere. */
export const totals = [
  { key: 'totalUsers', label: 'Users', icon: Users },
  { key: 'totalScripts', label: 'Scripts', icon: FileCode },
  { key: 'totalDownloads', label: 'Downloads', icon: Download },
  { key: 'totalPartners', label: 'Partners', icon: Handshake },
] as const
