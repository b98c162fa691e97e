export { dispatchEvent } from './dispatch-event.ts'
export { withdrawNotifications } from './notify-of-finding.ts'
export { purgeNotifications } from './purge-notifications.ts'
