export const commandName = 'verify'
export const codeOption = 'code'

const chatInput = 1
const textOption = 3

export const verifyCommand = {
  name: commandName,
  type: chatInput,
  description: 'Link your account with the code from your profile settings',
  options: [
    {
      name: codeOption,
      type: textOption,
      description: 'The code of 8 letters and digits',
      required: true,
      min_length: 8,
      max_length: 16,
    },
  ],
} as const
