export { closeInactiveCases } from './close-inactive-cases.ts'
