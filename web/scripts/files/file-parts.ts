export { FilePanel } from './FilePanel.tsx'
export { FolderPanel } from './FolderPanel.tsx'
