// Messages about the app itself and saved data: releases, captive networks, backups.

export default {
  "aside.told":
    "Il server non conosce più questo dispositivo. Ciò che ha salvato è conservato qui.",
  "aside.refused": "Il server non ha accettato una modifica: {names}. È conservata qui.",
  "aside.left": "Conservato su questo dispositivo: {names}.",
  "aside.restore": "Ripristina su questo dispositivo",
  "aside.saveAgain": "Salva di nuovo",
  "aside.remove": "Rimuovi questa copia",
  "aside.removeWhat": "Ciò che è conservato andrà perso per sempre.",
  "aside.removed": "La copia è stata rimossa.",
  "restore.done": "Ripristinato: {what}.",
  "restore.known": "C’era già: {what}.",
  "restore.left": "Questo server non può riprendere: {names}.",
  "restoredConnections.one": "{n} collegamento",
  "restoredConnections.other": "{n} collegamenti",
  "restoredTrips.one": "{n} viaggio",
  "restoredTrips.other": "{n} viaggi",
  "restoredStops.one": "{n} fermata",
  "restoredStops.other": "{n} fermate",
  "import.go": "Importa un file",
  "import.how":
    "Un file esportato qui o da un altro server: i suoi collegamenti, viaggi e fermate si aggiungono ai Suoi.",
  "import.busy": "Importazione …",
  "import.notOurs":
    "Questo non è un file esportato da {app}. Scelga quello creato dall’esportazione: takt.json.",
  "import.tooLarge": "Questo file è troppo grande per essere stato esportato da {app}.",
  "import.empty": "In questo file non è salvato nulla: non ha collegamenti, viaggi o fermate.",
  "import.damaged": "Questo file è danneggiato in {place}. Non ne è stato preso nulla.",
  "export.here": "Il server non risponde: il file contiene ciò che sa questo dispositivo.",
  "release.ready": "Una nuova versione di {app} è pronta.",
  "release.take": "Usala ora",
  "timetable.new": "C’è un nuovo orario.",
  "timetable.take": "Mostralo",
  "stored.told": "Nessuna risposta dal server: questo è stato salvato {age}.",
  "lacks.told":
    "Su questo server mancano le icone e la mappa: il gestore le installa con scripts/web-vendor.",
  "notice.later": "Più tardi",
  "signIn.open": "Apri la pagina",
  "push.gone": "I messaggi non arrivano più a questo dispositivo.",
  "push.see": "Vedi",
};
