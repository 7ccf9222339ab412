exports.activate = () => ({
  getEnvironment: async () => ({ execInfo: { run: { executable: process.env.E2E_PYTHON } } }),
})
