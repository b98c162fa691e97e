export { registerDiscordCommand } from './register-command.ts'
