// Whet in Visual Studio Code: starts `whet lsp`, and hands the settings on. The command behind the
// lenses, whet.verify, is registered by the client, since the server says that it has it.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
  const settings = vscode.workspace.getConfiguration("whet");
  client = new LanguageClient(
    "whet",
    "Whet",
    { command: settings.get("command") || "whet", args: ["lsp"] },
    {
      documentSelector: [{ language: "c", scheme: "file" }],
      initializationOptions: settings,
      synchronize: { configurationSection: "whet" },
    },
  );
  try {
    await client.start();
  } catch (e) {
    vscode.window.showErrorMessage(`whet cannot be started: ${e.message}. Is "whet" in PATH? Otherwise set whet.command.`);
  }
};

exports.deactivate = () => client && client.stop();
