export { dispatchEvent } from './dispatch-event.ts'
export { purgeNotifications } from './purge-notifications.ts'
